package io.snowkeeper.node.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"})
    void loopbackIsThisMachine(String address) throws Exception {
        assertThat(Peer.at(new InetSocketAddress(InetAddress.getByName(address), 1)))
                .isEqualTo(Peer.THIS_MACHINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "192.0.2.1", "10.0.0.1", "::", "fe80::1", "::ffff:192.0.2.1", "128.0.0.1"})
    void anyOtherAddressIsElsewhere(String address) throws Exception {
        assertThat(Peer.at(new InetSocketAddress(InetAddress.getByName(address), 1)))
                .isEqualTo(Peer.ELSEWHERE);
    }

    @Test
    void whatCannotBeToldIsElsewhere() {
        assertThat(Peer.at(null)).isEqualTo(Peer.ELSEWHERE);
        assertThat(Peer.at(InetSocketAddress.createUnresolved("localhost", 1))).isEqualTo(Peer.ELSEWHERE);
        assertThat(Peer.at(UnixDomainSocketAddress.of("socket"))).isEqualTo(Peer.ELSEWHERE);
    }
}
