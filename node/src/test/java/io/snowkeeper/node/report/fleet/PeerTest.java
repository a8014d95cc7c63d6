package io.snowkeeper.node.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A node with one report. */
class PeerTest {

    private long nanos = -5;
    private final Peer peer = new Peer(Views.T::toEpochMilli, () -> nanos);

    PeerTest() {
        peer.answered(Reports.ready("n2", 2, 300));
    }

    @Test
    void whatItToldCountsForTenSeconds() {
        nanos += Peer.LIFETIME.toNanos();

        assertThat(peer.report()).isPresent();
    }

    @Test
    void afterThatItIsSaidSinceWhenItHasToldNothing() {
        nanos += Peer.LIFETIME.toNanos() + 1;

        assertThat(peer.report()).isEmpty();
        assertThat(peer.problem()).contains("has reported nothing since " + Views.T);
    }
}
