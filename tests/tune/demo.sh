#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# In the guest: experiment with the demo's fabric, and print the report.
set -eu

modprobe seastar
seastar dev add xt topology 11x12x16
seastar traffic set xt pattern uniform window 32 lengths 9
seastar clock step xt 10000 budget 100
seastar -j tune xt period 8 bias 3/2/1 step 2000 settle 4000 seed 1
seastar -j age show xt
