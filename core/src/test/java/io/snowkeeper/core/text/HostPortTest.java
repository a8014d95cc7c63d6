package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {

    @Test
    void commasSeparate() {
        assertThat(HostPort.parseList("a:7070, 10.0.0.1:7071,[::1]:7072,b,[::1]", 7070))
                .containsExactly(
                        new HostPort("a", 7070),
                        new HostPort("10.0.0.1", 7071),
                        new HostPort("::1", 7072),
                        new HostPort("b", 7070),
                        new HostPort("::1", 7070));
    }

    @Test
    void printsAsItIsRead() {
        assertThat(HostPort.parseList("a:7070,[fe80::1%eth0]:7072", 1)).hasToString("[a:7070, [fe80::1%eth0]:7072]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a:",
                ":7070",
                "a:b",
                "a:0",
                "::1",
                "::1:7070",
                "[::1",
                "[::1]7070",
                "[a]:1",
                "[1::2::3]:1",
                "[10.0.0.1]:1",
                "a b:7070",
                "a,b:1",
                "http://a:7070",
                "a/b:1",
                "a:7070/"
            })
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> HostPort.parse("server", text, 7070))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be host:port, IPv6 addresses in brackets: server=%s", text);
    }

    @Test
    void refusesAPortThatIsNone() {
        assertThatThrownBy(() -> HostPort.parse("server", "a:65536", 7070))
                .hasMessage("must be >= 0 && <= 65535: port=65536");
    }

    @Test
    void refusesTheSameTwice() {
        assertThatThrownBy(() -> HostPort.parseList("a:1,b,a:1,b", 2))
                .hasMessage("servers must differ: a:1 comes twice");
    }

    @ParameterizedTest
    @CsvSource({
        "a:7070, a:7070",
        "10.0.0.1:7070, 10.0.0.1:7070",
        "[fd00::17]:7070, [fd00::17]:7070",
        "fd00:10:244::17:7070, [fd00:10:244::17]:7070",
        "::1:7070, [::1]:7070"
    })
    void wherePortsAreNeverMissingTheLastColonIsBeforeThePort(String text, String read) {
        assertThat(HostPort.parse("advertise", text)).hasToString(read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "[::1]", "::1", "fd00:x:1", "a:b:1"})
    void refusesWhatHasNoPort(String text) {
        assertThatThrownBy(() -> HostPort.parse("advertise", text))
                .hasMessageStartingWith("must be host:port, IPv6 addresses in brackets: advertise=");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 10.0.0.1",
        "0:0:0:0:0:0:0:1, ::1",
        "0:0:0:0:0:0:0:0, ::",
        "fd00:10:244:0:0:0:0:17, fd00:10:244::17",
        "1:0:0:2:0:0:0:3, 1:0:0:2::3",
        "1:0:2:3:4:5:6:7, 1:0:2:3:4:5:6:7",
        "1:2:3:4:5:6:0:0, 1:2:3:4:5:6::"
    })
    void addressesAreShort(String address, String text) throws Exception {
        InetSocketAddress socket = new InetSocketAddress(InetAddress.getByName(address), 7070);

        assertThat(HostPort.of(socket)).isEqualTo(new HostPort(text, 7070));
    }
}
