package io.snowkeeper.node.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

    private static final AllowedHosts NAMED = AllowedHosts.parse("ids.example.com, N1");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:7071",
                "ids.localhost",
                "IDS.localhost.:7071",
                "LocalHost.:7071",
                "127.0.0.1",
                "127.1.2.3:80",
                "192.0.2.1:7071",
                "[::1]:7071",
                "[2001:db8::1]"
            })
    void localhostAndAddressesAreAlwaysAllowed(String host) {
        assertThat(AllowedHosts.LOOPBACK.allow(host)).isTrue();
        assertThat(NAMED.allow(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attacker.example",
                "attacker.example:7071",
                "localhost.attacker.example",
                "attackerlocalhost",
                ".localhost.attacker.example",
                "localhost@attacker.example",
                "attacker.example:80@localhost",
                "127.0.0.1.attacker.example",
                "127.0.0.1:80.attacker.example",
                "127.0.0.1, attacker.example",
                "[::1].attacker.example",
                "[attacker.example]",
                "xids.example.com",
                "ids.example.com.attacker.example",
                "ids.example.com/x",
                "localhost:x",
                "localhost..",
                "0x7f.1",
                "2130706433",
                " localhost",
                ""
            })
    void whatIsNoneOfTheNamesIsNot(String host) {
        assertThat(AllowedHosts.LOOPBACK.allow(host)).isFalse();
        assertThat(NAMED.allow(host)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ids.example.com", "IDS.example.com:8443", "ids.example.com.", "n1:7071", "N1"})
    void theNamesAreAllowedInAnyCaseAndWithAnyPort(String host) {
        assertThat(NAMED.allow(host)).isTrue();
        assertThat(NAMED.name(host)).isTrue();
        assertThat(AllowedHosts.LOOPBACK.allow(host)).isFalse();
    }

    @Test
    void whatIsAllowedWithoutBeingNamedIsNoneOfTheNames() {
        assertThat(NAMED.name("localhost")).isFalse();
        assertThat(NAMED.name("127.0.0.1")).isFalse();
        assertThat(AllowedHosts.ANY.name("ids.example.com")).isFalse();
    }

    @Test
    void anyNameIsAllowedIfItIsSaidSo() {
        assertThat(AllowedHosts.parse("*")).isEqualTo(AllowedHosts.ANY);
        assertThat(AllowedHosts.ANY.allow("attacker.example")).isTrue();
        assertThat(AllowedHosts.ANY.allow("")).isTrue();
    }

    @Test
    void aNameMayBeAdded() {
        assertThat(AllowedHosts.LOOPBACK.and("N1.example").names()).isEqualTo(Set.of("n1.example"));
        assertThat(NAMED.and("n2").allow("n2")).isTrue();
        assertThat(AllowedHosts.LOOPBACK.and("[::1]")).isEqualTo(AllowedHosts.LOOPBACK);
        assertThat(AllowedHosts.ANY.and("n1")).isEqualTo(AllowedHosts.ANY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,", "ids.example.com:7071", "https://ids.example.com", "*,a", "*.example.com", "a b"})
    void whatIsNoNameIsRefused(String text) {
        assertThatThrownBy(() -> AllowedHosts.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be names of hosts without a port, separated by commas, or * for any: ");
    }
}
