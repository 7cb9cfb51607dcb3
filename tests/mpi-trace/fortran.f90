! SPDX-License-Identifier: GPL-2.0-only
! Calls by each of the Fortran interfaces: built with -DMPIF for mpif.h, with -DF08 for mpi_f08,
! else for the module mpi. It writes said.RANK as say.h does.
program fortran
#if defined(F08)
	use mpi_f08
#elif !defined(MPIF)
	use mpi
#endif
	implicit none
#if defined(MPIF)
	include 'mpif.h'
#endif
#if defined(F08)
	type(MPI_Comm) :: comm, half
	type(MPI_Request) :: r(2)
	type(MPI_Status) :: s
#else
	integer :: comm, half, r(2), s(MPI_STATUS_SIZE)
#endif
	integer :: rank, ranks, left, right, e, a(8), b(8), n, i
	character(len=16) :: name

	call MPI_Init(e)
	comm = MPI_COMM_WORLD
	call MPI_Comm_rank(comm, rank, e)
	call MPI_Comm_size(comm, ranks, e)
	right = mod(rank + 1, ranks)
	left = mod(rank + ranks - 1, ranks)
	write(name, '("said.", i0)') rank
	open(unit=9, file=name)
	write(9, '(a)') 'ENTER MPI_Init'

	write(9, '(a)') 'ENTER MPI_Irecv'
	write(9, '(a)') 'MPI_IRECV_REQUEST #1'
	call MPI_Irecv(b, 8, MPI_INTEGER, MPI_ANY_SOURCE, 1, comm, r(1), e)
	write(9, '(a)') 'ENTER MPI_Isend'
	write(9, '("MPI_ISEND to ", i0, " on MPI_COMM_WORLD tag 1 bytes 12 #2")') right
	call MPI_Isend(a, 3, MPI_INTEGER, right, 1, comm, r(2), e)
	write(9, '(a)') 'ENTER MPI_Waitall'
	call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, e)
	write(9, '("MPI_IRECV from ", i0, " on MPI_COMM_WORLD tag 1 bytes 12 #1")') left
	write(9, '(a)') 'MPI_ISEND_COMPLETE #2'

	write(9, '(a)') 'ENTER MPI_Sendrecv'
	write(9, '(a)') 'MPI_IRECV_REQUEST #3'
	write(9, '("MPI_ISEND to ", i0, " on MPI_COMM_WORLD tag 2 bytes 16 #4")') right
	call MPI_Sendrecv(a, 2, MPI_DOUBLE_PRECISION, right, 2, b, 8, MPI_INTEGER, left, 2, comm, s, e)
	write(9, '(a)') 'MPI_ISEND_COMPLETE #4'
	write(9, '("MPI_IRECV from ", i0, " on MPI_COMM_WORLD tag 2 bytes 16 #3")') left

	call MPI_Get_count(s, MPI_INTEGER, n, e)
	if (n /= 4) stop 1
	if (rank == 0) then
		do i = 1, ranks - 1
			write(9, '(a)') 'ENTER MPI_Recv'
			call MPI_Recv(b, 8, MPI_INTEGER, i, MPI_ANY_TAG, comm, s, e)
			write(9, '("MPI_RECV from ", i0, " on MPI_COMM_WORLD tag ", i0, " bytes 4")') i, 10 + i
		end do
	else
		write(9, '(a)') 'ENTER MPI_Ssend'
		write(9, '("MPI_SEND to 0 on MPI_COMM_WORLD tag ", i0, " bytes 4")') 10 + rank
		call MPI_Ssend(a, 1, MPI_INTEGER, 0, 10 + rank, comm, e)
	end if

	write(9, '(a)') 'ENTER MPI_Comm_split'
	call MPI_Comm_split(comm, 0, -rank, half, e)
	call MPI_Comm_set_name(half, 'back', e)
	write(9, '(a)') 'COMM_CREATE on back'
	write(9, '(a)') 'MPI_COLLECTIVE_END CREATE_HANDLE on MPI_COMM_WORLD root NONE sent 0 received 0'
	a = rank
	write(9, '(a)') 'ENTER MPI_Allreduce'
	call MPI_Allreduce(MPI_IN_PLACE, a, 2, MPI_INTEGER, MPI_SUM, half, e)
	write(9, '("MPI_COLLECTIVE_END ALLREDUCE on back root NONE sent ", i0, " received ", i0)') &
		8 * (ranks - 1), 8 * (ranks - 1)
	if (a(1) /= ranks * (ranks - 1) / 2) stop 2
	write(9, '(a)') 'ENTER MPI_Ibcast'
	write(9, '(a)') 'NON_BLOCKING_COLLECTIVE_REQUEST #5'
	call MPI_Ibcast(a, 1, MPI_INTEGER, 0, half, r(1), e)
	write(9, '(a)') 'ENTER MPI_Wait'
	call MPI_Wait(r(1), MPI_STATUS_IGNORE, e)
	n = 0
	if (rank == ranks - 1) n = 4 * ranks
	write(9, '("NON_BLOCKING_COLLECTIVE_COMPLETE BCAST on back root 0 sent ", i0, " received 4 #5")') n
	write(9, '(a)') 'ENTER MPI_Finalize'
	close(9)
	call MPI_Finalize(e)
end program
