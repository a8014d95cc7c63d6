package io.snowkeeper.node.net.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionSettingsTest {

    private static final TrustedProxies PROXIES = TrustedProxies.parse("10.0.0.0/8");

    @ParameterizedTest
    @ValueSource(strings = {"PT0.999S", "-PT1S", "PT24H0.001S"})
    void anAgeIsNoneOrWithinItsRange(Duration age) {
        assertThatThrownBy(() -> ConnectionSettings.ofAge(age))
                .hasMessage("must be >= PT1S && <= PT24H, or 0: maxConnectionAge=" + age);
    }

    @Test
    void portsAndProxiesNeedEachOther() {
        assertThatThrownBy(() -> new ConnectionSettings(Duration.ZERO, Set.of(), PROXIES))
                .hasMessage(
                        "proxyProtocol needs proxyProtocolFrom, and the other way round: ports=[], proxies=10.0.0.0/8");
        assertThatThrownBy(() -> new ConnectionSettings(Duration.ZERO, Set.of(ProxiedPort.LINE), TrustedProxies.NONE))
                .hasMessage("proxyProtocol needs proxyProtocolFrom, and the other way round: ports=[LINE], proxies=");
    }

    @Test
    void portsAreNamed() {
        assertThat(ProxiedPort.parse("line, http")).containsExactlyInAnyOrder(ProxiedPort.LINE, ProxiedPort.HTTP);
        assertThat(ProxiedPort.parse("all")).containsExactlyInAnyOrder(ProxiedPort.values());
        assertThatThrownBy(() -> ProxiedPort.parse("line,tcp"))
                .hasMessage("must be line, redis or http, separated by commas, or all: line,tcp");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "10.1.2.3, ::ffff:10.1.2.3, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "2001:db8::/32, 2001:db8:7::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "2001:db8::7, 2001:db8::7, true",
        "::/0, 10.0.0.1, false",
    })
    void aNetworkContainsTheAddressesOfItsKindThatBeginAsItDoes(String network, String address, boolean contained)
            throws UnknownHostException {
        assertThat(TrustedProxies.parse(network).contain(new InetSocketAddress(InetAddress.getByName(address), 1)))
                .isEqualTo(contained);
    }

    @Test
    void anAddressOfIpv6ThatIsOneOfIpv4CountsAsThat() throws UnknownHostException {
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff, 10, 1, 2, 3};
        InetAddress unchanged = java.net.Inet6Address.getByAddress(null, mapped, -1);

        assertThat(PROXIES.contain(new InetSocketAddress(unchanged, 1))).isTrue();
    }

    @Test
    void anyOfSeveralNetworksWillDo() {
        TrustedProxies proxies = TrustedProxies.parse("10.0.0.0/8, 2001:db8::7");

        assertThat(proxies.contain(new InetSocketAddress("2001:db8::7", 1))).isTrue();
        assertThat(proxies.contain(new InetSocketAddress("10.9.9.9", 1))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "balancer", "10.0.0.0/33", "2001:db8::/129", "10.0.0", "10.0.0.0/8,"})
    void whatIsNoNetworkIsRefused(String text) {
        assertThatThrownBy(() -> TrustedProxies.parse(text))
                .hasMessageStartingWith("must be networks such as 10.0.0.0/8 or 2001:db8::/32, separated by commas: ");
    }
}
