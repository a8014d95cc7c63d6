package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class LoadSettingsTest {

    @Test
    void whatIsNotSetHasItsDefault() {
        assertThat(of("other", "1").number("rate", 500, 1, 1_000)).isEqualTo(500);
    }

    @Test
    void numbersDurationsAndAddressesAreRead() {
        assertThat(of("load.rate", "70").number("rate", 500, 1, 1_000)).isEqualTo(70);
        assertThat(of("load.duration", "3m").duration("duration", Duration.ZERO))
                .isEqualTo(Duration.ofMinutes(3));
        assertThat(of("load.server", "127.0.0.1:7070").address("server"))
                .hasValue(new InetSocketAddress("127.0.0.1", 7070));
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThatThrownBy(() -> of("load.rat", "1"))
                .hasMessage("unknown setting: load.rat; see docs/run/loadtest.md for those there are");
    }

    @Test
    void aNumberOutOfItsRangeIsRefused() {
        assertThatThrownBy(() -> of("load.rate", "0").number("rate", 500, 1, 1_000))
                .hasMessage("must be >= 1 && <= 1000: load.rate=0");
    }

    @Test
    void aDurationWithoutAUnitIsRefused() {
        assertThatThrownBy(() -> of("load.duration", "30").duration("duration", Duration.ZERO))
                .hasMessage("must be a whole number above 0 and a unit (ms, s, m, h): load.duration=30");
    }

    @Test
    void anAddressWithoutAPortIsRefused() {
        assertThatThrownBy(() -> of("load.server", "here").address("server"))
                .hasMessage("must be host:port, IPv6 addresses in brackets: load.server=here");
    }

    private static LoadSettings of(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        return LoadSettings.of(properties);
    }
}
