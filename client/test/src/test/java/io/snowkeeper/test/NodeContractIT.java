package io.snowkeeper.test;

import io.snowkeeper.test.node.LocalNode;
import io.snowkeeper.test.node.SnowkeeperExtension;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Many wait for a call's deadline, so they do at the same time. */
@ExtendWith(SnowkeeperExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class NodeContractIT extends Contract {

    private static final AtomicInteger SEQUENCES = new AtomicInteger();

    private final LocalNode node;

    NodeContractIT(LocalNode node) {
        this.node = node;
    }

    @Override
    World open() {
        return new NodeWorld(node, SEQUENCES);
    }
}
