package io.snowkeeper.coordinator.zookeeper.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.curator.framework.state.ConnectionState;
import org.junit.jupiter.api.Test;

class ConnectionNewsTest {

    private final ConnectionNews news = new ConnectionNews();

    @Test
    void aConnectionThatWasNeverMadeIsNeitherSuspendedNorLost() {
        assertThat(news.holds(ConnectionState.SUSPENDED)).isFalse();
        assertThat(news.holds(ConnectionState.LOST)).isFalse();
    }

    @Test
    void whatComesAfterTheFirstConnectionIsTold() {
        news.holds(ConnectionState.SUSPENDED);

        assertThat(news.holds(ConnectionState.CONNECTED)).isTrue();
        assertThat(news.holds(ConnectionState.SUSPENDED)).isTrue();
        assertThat(news.holds(ConnectionState.LOST)).isTrue();
        assertThat(news.holds(ConnectionState.RECONNECTED)).isTrue();
    }
}
