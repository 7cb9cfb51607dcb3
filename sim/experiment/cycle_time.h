/* SPDX-License-Identifier: GPL-2.0-only */
/* Cycle times of routers, in ps, where a paper gives them. */
#ifndef SIM_CYCLE_TIME_H
#define SIM_CYCLE_TIME_H

/* Abts & Weisser: a clock of 500 MHz (docs/model.md, section 1). */
#define SIM_SEASTAR_CYCLE	2000

/* Puente et al., Table 2. */
#define SIM_BADA_OAC_CYCLE	5650
#define SIM_BADA_SIC_CYCLE	6190
#define SIM_BADA_WAVE_CYCLE	8475	/* sec. 3: 50 % more than OAC's */
#define SIM_BDOR_CYCLE		5250
#define SIM_VCADA_OAC_CYCLE	6280
#define SIM_VCADA_SIC_CYCLE	7500
#define SIM_VCDOR_CYCLE		5570

#endif /* SIM_CYCLE_TIME_H */
