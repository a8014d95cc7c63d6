package io.snowkeeper.node.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientNetworkTest {

    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 192.0.2.7",
        "255.255.255.255, 255.255.255.255",
        "2001:db8:0:1::7, 2001:db8:0:1:0:0:0:0/64",
        "::1, 0:0:0:0:0:0:0:0/64"
    })
    void itIsWrittenAsPeopleDo(String address, String network) throws UnknownHostException {
        assertThat(of(address)).hasToString(network);
    }

    @Test
    void everyIpv4AddressIsOneOfItsOwn() throws UnknownHostException {
        assertThat(of("192.0.2.7")).isNotEqualTo(of("192.0.2.8"));
    }

    @Test
    void theIpv6AddressesOfOneNetworkAreOne() throws UnknownHostException {
        assertThat(of("2001:db8:0:1::7")).isEqualTo(of("2001:db8:0:1:ffff:ffff:ffff:ffff"));
        assertThat(of("2001:db8:0:1::7")).isNotEqualTo(of("2001:db8:0:2::7"));
    }

    @Test
    void anIpv4AddressIsNeverAnIpv6Network() throws UnknownHostException {
        assertThat(of("0.0.0.0")).isNotEqualTo(of("::"));
    }

    @Test
    void anIpv4AddressInIpv6ClothesIsTheIpv4Address() throws UnknownHostException {
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, (byte) 192, 0, 2, 7};

        assertThat(ClientNetwork.of(Inet6Address.getByAddress(null, mapped, -1)))
                .isEqualTo(of("192.0.2.7"));
    }

    private static ClientNetwork of(String address) throws UnknownHostException {
        return ClientNetwork.of(InetAddress.getByName(address));
    }
}
