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
    void theNumberOfChildrenMadeIsNotTakenBack() {
        Node one = node(0, 5).withChild(2);
        assertThat(one.childrenMade()).isEqualTo(6);
        assertThat(one.withoutChild(3).childrenMade()).isEqualTo(6);
    }

    @Test
    void noMoreChildrenAreCountedThanCanBe() {
        Node last = node(0, Integer.MAX_VALUE - 1).withChild(2);
        assertThat(last.stamp().childChanges()).isEqualTo(-3);
        Node more = last.withChild(3);
        assertThat(more.childrenMade()).isEqualTo(Integer.MAX_VALUE);
        assertThat(more.stamp().children()).isEqualTo(2);
        assertThat(more.stamp().childChanges()).isEqualTo(-4);
        assertThat(more.stamp().childrenChanged()).isEqualTo(2);
        assertThat(more.withoutChild(4).stamp().childrenChanged()).isEqualTo(4);
    }

    private static Node node(int version, int childrenMade) {
        return new Node(new byte[0], new RecordStamp(version, 1, 1, 1, 1, 1, 0, 0, 0), childrenMade);
    }
}
