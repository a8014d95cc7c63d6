package io.snowkeeper.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {

    @Test
    void commasSeparate() {
        assertThat(ServerAddress.parse("a:7070, 10.0.0.1:7071,[::1]:7072"))
                .containsExactly(
                        new ServerAddress("a", 7070),
                        new ServerAddress("10.0.0.1", 7071),
                        new ServerAddress("::1", 7072));
    }

    @Test
    void printsAsItIsRead() {
        assertThat(ServerAddress.parse("a:7070,[::1]:7072")).hasToString("[a:7070, [::1]:7072]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a:", ":7070", "a:b", "::1:7070", "a b:7070", "http://a:7070"})
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> ServerAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("servers must be HOST:PORT[,HOST:PORT...], IPv6 numbers in brackets: server=\"%s\"", text);
    }

    @Test
    void refusesWhatComesAfterTheLastComma() {
        assertThatThrownBy(() -> ServerAddress.parse("a:7070,"))
                .hasMessage("servers must be HOST:PORT[,HOST:PORT...], IPv6 numbers in brackets: server=\"\"");
    }

    @Test
    void refusesAPortThatIsNone() {
        assertThatThrownBy(() -> ServerAddress.parse("a:65536")).hasMessage("must be >= 1 && <= 65535: port=65536");
    }

    @Test
    void refusesTheSameTwice() {
        assertThatThrownBy(() -> ServerAddress.parse("a:1,b:1,a:1")).hasMessage("servers must differ: a:1 comes twice");
    }
}
