package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;

/**
 * A condition of readiness, and whether it holds.
 *
 * @param name its subject, in one word
 * @param detail how it stands, for people
 * @param reason why it does not hold, for programs; empty if it does
 */
public record ReadinessCheck(String name, String detail, Optional<UnavailableReason> reason) {
    public ReadinessCheck {
        requireNonNull(name);
        requireNonNull(detail);
        requireNonNull(reason);
    }

    public static ReadinessCheck passed(String name, String detail) {
        return new ReadinessCheck(name, detail, Optional.empty());
    }

    public static ReadinessCheck failed(String name, UnavailableReason reason, String detail) {
        return new ReadinessCheck(name, detail, Optional.of(reason));
    }

    /** Returns whether it holds. */
    public boolean passed() {
        return reason.isEmpty();
    }
}
