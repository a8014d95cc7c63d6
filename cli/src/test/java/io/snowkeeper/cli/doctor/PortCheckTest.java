package io.snowkeeper.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PortCheckTest {

    private static final Port LINE = new Port(Port.Kind.LINE, "127.0.0.1", 7070);
    private static final Port HTTP = new Port(Port.Kind.HTTP, "127.0.0.1", 7071);
    private static final Port ZOOKEEPER = new Port(Port.Kind.ZOOKEEPER, "127.0.0.1", 2181);

    private final FakeNeighbours neighbours = new FakeNeighbours();

    private List<Finding> look(boolean tls, Port... ports) {
        RunningNode node = new RunningNode("n1", ports[0], tls, neighbours);
        return new PortCheck(List.of(ports), node, neighbours).look();
    }

    private List<Finding> look(Port... ports) {
        return look(false, ports);
    }

    @Test
    void aPortThatIsFreeIsFine() {
        assertThat(look(LINE)).containsExactly(Finding.ok("port", "127.0.0.1:7070 is free"));
    }

    @Test
    void anyPortIsFine() {
        assertThat(look(new Port(Port.Kind.LINE, "127.0.0.1", 0), new Port(Port.Kind.HTTP, "127.0.0.1", 0)))
                .containsExactly(
                        Finding.ok("port", "any free one on 127.0.0.1"),
                        Finding.ok("port", "any free one on 127.0.0.1"));
    }

    @Test
    void portsThatTheNodeItselfUsesAreFine() {
        neighbours.node(7070, "n1").node(7071, "n1").other(2181);

        assertThat(look(LINE, HTTP, ZOOKEEPER))
                .containsExactly(
                        Finding.ok("port", "127.0.0.1:7070 is in use by node n1, which runs"),
                        Finding.ok("port", "127.0.0.1:7071 is in use by node n1, which runs"),
                        Finding.ok("port", "127.0.0.1:2181 is in use by node n1, which runs"));
    }

    @Test
    void aPortOfAnotherNodeIsNot() {
        neighbours.node(7070, "n2");

        assertThat(look(LINE))
                .containsExactly(Finding.failed(
                        "port", "127.0.0.1:7070 is in use by node n2; choose another address with --bind and --port"));
    }

    @Test
    void aPortOfAnotherProgramIsNot() {
        neighbours.other(7071).other(2181);

        assertThat(look(LINE, HTTP, ZOOKEEPER))
                .containsExactly(
                        Finding.ok("port", "127.0.0.1:7070 is free"),
                        Finding.failed(
                                "port",
                                "127.0.0.1:7071 cannot be used: Address already in use; choose another port with --http-port, or none with --http-port none"),
                        Finding.failed(
                                "port",
                                "127.0.0.1:2181 cannot be used: Address already in use; if a ZooKeeper listens there, join it with --zookeeper, else choose a port with --embedded-zookeeper-port"));
    }

    @Test
    void whoListensIsNotAskedOverTls() {
        neighbours.other(7070);

        assertThat(look(true, LINE))
                .containsExactly(
                        Finding.warning(
                                "port",
                                "127.0.0.1:7070 cannot be used (Address already in use), and over TLS the program that listens there is not asked its name; if it is not node n1 itself, choose another address with --bind and --port"));
    }

    @Test
    void aPortThatIsGivenTwiceIsNotFine() {
        assertThat(look(LINE, new Port(Port.Kind.REDIS, "127.0.0.1", 7070)))
                .contains(Finding.failed(
                        "port",
                        "127.0.0.1:7070 is given more than once; choose another port with --redis-port, or none"));
    }
}
