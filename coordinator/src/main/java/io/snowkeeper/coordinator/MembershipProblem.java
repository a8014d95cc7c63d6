package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;

/**
 * A problem that keeps a node from holding or renewing a lease.
 *
 * @param reason why, for programs
 * @param text why, with the figures, for people
 */
public record MembershipProblem(UnavailableReason reason, String text) {
    public MembershipProblem {
        requireNonNull(reason);
        requireNonNull(text);
    }
}
