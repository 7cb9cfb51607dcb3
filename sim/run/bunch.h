/* SPDX-License-Identifier: GPL-2.0-only */
/* Packets that are born together, in a message or a burst: docs/simulator.md, section 3. */
#ifndef SIM_BUNCH_H
#define SIM_BUNCH_H

#include "sim/experiment/experiment.h"

/**
 * sim_bunch() - mean number of packets that are born with a packet of an open source
 * @cfg: the fabric, whose routers may split messages into packets
 * @settings: settings in force
 *
 * The mean is over packets, not over messages: of messages of p packets, E[p^2] / E[p].  So the
 * packets born in some time, which are a compound Poisson variate, vary by that many times
 * their number.
 *
 * Return: the mean, with the packet itself; 1 if no message is split.
 */
double sim_bunch(const struct ss_config *cfg, const struct sim_settings *settings);

/**
 * sim_chance() - growth in packets that wait which may be chance
 * @cfg: the fabric
 * @settings: settings in force
 * @senders: number of senders
 *
 * A message may wait at each sender.  Open sources may be in bursts of B messages, too, which wait
 * while they are born faster than they leave: three standard deviations of those under way, which
 * are 3 sqrt(@senders) B messages.
 *
 * Return: the number of packets.
 */
double sim_chance(const struct ss_config *cfg, const struct sim_settings *settings, u32 senders);

#endif /* SIM_BUNCH_H */
