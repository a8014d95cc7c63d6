package io.snowkeeper.test;

import io.snowkeeper.test.node.LocalNode;
import io.snowkeeper.test.node.SnowkeeperExtension;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SnowkeeperExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeContractIT extends Contract {

    private final LocalNode node;
    private final AtomicInteger sequences = new AtomicInteger();

    NodeContractIT(LocalNode node) {
        this.node = node;
    }

    @Override
    World open() {
        return new NodeWorld(node, sequences);
    }
}
