package io.snowkeeper.coordinator.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.RecordStamp;
import org.junit.jupiter.api.Test;

class NodeTest {

    @Test
    void aVersionWraps() {
        Node last = node(Integer.MAX_VALUE, 0);
        assertThat(last.written(new byte[0], 2, 2).stamp().version()).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    void theNumberOfChildrenMadeWrapsAndIsNotTakenBack() {
        Node last = node(0, Integer.MAX_VALUE).withChild(2);
        assertThat(last.childrenMade()).isEqualTo(Integer.MIN_VALUE);
        assertThat(last.withoutChild(3).childrenMade()).isEqualTo(Integer.MIN_VALUE);
    }

    private static Node node(int version, int childrenMade) {
        return new Node(new byte[0], new RecordStamp(version, 1, 1, 1, 1, 1, 0, 0, 0), childrenMade);
    }
}
