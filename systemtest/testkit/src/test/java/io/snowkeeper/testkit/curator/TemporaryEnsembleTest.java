package io.snowkeeper.testkit.curator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.curator.test.InstanceSpec;
import org.junit.jupiter.api.Test;

class TemporaryEnsembleTest {

    private static final int FIRST_OF_OUTGOING_CONNECTIONS = 32_768;

    @Test
    void noPortIsForTwoThingsNorForAnOutgoingConnection() throws Exception {
        try (TemporaryEnsemble ensemble = TemporaryEnsemble.of(5)) {
            assertThat(ensemble.getInstances().stream().flatMap(TemporaryEnsembleTest::ports))
                    .hasSize(15)
                    .doesNotHaveDuplicates()
                    .allSatisfy(port -> assertThat(port).isLessThan(FIRST_OF_OUTGOING_CONNECTIONS));
        }
    }

    private static Stream<Integer> ports(InstanceSpec server) {
        return Stream.of(server.getPort(), server.getElectionPort(), server.getQuorumPort());
    }
}
