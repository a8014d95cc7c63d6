package io.snowkeeper.spring.health;

import io.snowkeeper.embedded.LeasedIds;
import java.util.Map;
import java.util.TreeSet;

/** A probe that asks an embedded member. It waits for nothing. */
final class MemberProbe implements HealthProbe {

    private final LeasedIds ids;

    MemberProbe(LeasedIds ids) {
        this.ids = ids;
    }

    @Override
    public Standing look() {
        return ids.refusal()
                .map(refusal -> Standing.down(refusal.reason().text(), refusal.text()))
                .orElseGet(() -> Standing.up(Map.of("workerIds", new TreeSet<>(ids.workerIds()))));
    }
}
