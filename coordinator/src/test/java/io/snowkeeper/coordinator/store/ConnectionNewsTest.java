package io.snowkeeper.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectionNewsTest {

    private final ConnectionNews news = new ConnectionNews();

    @Test
    void aConnectionThatWasNeverMadeIsNeitherSuspendedNorLost() {
        assertThat(news.holds(StoreState.SUSPENDED)).isFalse();
        assertThat(news.holds(StoreState.LOST)).isFalse();
    }

    @Test
    void whatComesAfterTheFirstConnectionIsTold() {
        news.holds(StoreState.SUSPENDED);

        assertThat(news.holds(StoreState.CONNECTED)).isTrue();
        assertThat(news.holds(StoreState.SUSPENDED)).isTrue();
        assertThat(news.holds(StoreState.LOST)).isTrue();
        assertThat(news.holds(StoreState.RECONNECTED)).isTrue();
    }
}
