package io.snowkeeper.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EventLogTest {

    private final EventLog log = new EventLog();

    private void add(String detail) {
        log.add(Instant.EPOCH, EventKind.READY, "n1", OptionalLong.empty(), detail);
    }

    @Test
    void eventsAreNumberedFromOne() {
        add("a");
        add("b");

        assertThat(log.after(0)).extracting(NodeEvent::number).containsExactly(1L, 2L);
        assertThat(log.after(1)).extracting(NodeEvent::detail).containsExactly("b");
    }

    @Test
    void theOldestAreForgottenFirst() {
        for (int i = 1; i <= 300; i++) {
            add("event " + i);
        }
        assertThat(log.after(0))
                .hasSize(EventLog.SIZE)
                .extracting(NodeEvent::number)
                .startsWith(45L)
                .endsWith(300L);
    }
}
