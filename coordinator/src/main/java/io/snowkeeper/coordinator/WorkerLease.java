package io.snowkeeper.coordinator;

import io.snowkeeper.core.Reservation;

/**
 * The right to issue ids under a worker id. Its reservation limits the ids: the limit moves up while the lease is
 * renewed, stands still while it cannot be, and is revoked when the lease is lost.
 *
 * @param workerId the worker id
 * @param token the fencing token: it grows whenever a worker id changes hands
 * @param reservation the timestamps that may be issued
 */
public record WorkerLease(long workerId, long token, Reservation reservation) {}
