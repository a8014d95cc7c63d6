package io.snowkeeper.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.text.HostPort;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutgoingAddressTest {

    private static final HostPort SAME_MACHINE = new HostPort("127.0.0.1", 2181);
    private static final HostPort SAME_MACHINE_BY_IPV6 = new HostPort("::1", 2181);
    private static final HostPort UNKNOWN = new HostPort("zk.invalid", 2181);

    @Test
    void isOneOfTheMachineAndNoWildcard() throws Exception {
        for (List<HostPort> servers : List.of(
                List.<HostPort>of(),
                List.of(SAME_MACHINE),
                List.of(SAME_MACHINE_BY_IPV6),
                List.of(UNKNOWN),
                List.of(SAME_MACHINE, UNKNOWN))) {
            InetAddress address = OutgoingAddress.to(servers);

            assertThat(address.isAnyLocalAddress()).as("%s", servers).isFalse();
            assertThat(NetworkInterface.getByInetAddress(address))
                    .as("the interface of %s", address)
                    .isNotNull();
        }
    }

    @Test
    void serversOnTheSameMachineDoNotMakeItLoopback() {
        assertThat(OutgoingAddress.to(List.of(SAME_MACHINE))).isEqualTo(OutgoingAddress.to(List.of()));
    }
}
