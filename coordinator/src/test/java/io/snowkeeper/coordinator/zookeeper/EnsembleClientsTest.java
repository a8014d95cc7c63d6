package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The process' settings that our clients of an ensemble use. */
@Isolated("Properties are the whole process'.")
class EnsembleClientsTest {

    private static final String VALUE = "4000000";

    private Properties before;

    @BeforeEach
    void keepProperties() {
        before = (Properties) System.getProperties().clone();
    }

    @AfterEach
    void restoreProperties() {
        System.setProperties(before);
    }

    /** Returns the names of all properties that ZooKeeper's own class knows and that are not of TLS. */
    private static List<String> names() {
        Stream<String> ofClass = Stream.of(ZKClientConfig.class.getFields())
                .filter(field ->
                        field.getType() == String.class && !field.getName().endsWith("_DEFAULT"))
                .map(EnsembleClientsTest::text);
        return Stream.concat(ofClass, Stream.of("zookeeper.fips-mode")).toList();
    }

    private static String text(Field field) {
        try {
            return (String) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void itReadsTheSystemPropertiesThatZooKeeperReads() {
        names().forEach(name -> System.setProperty(name, VALUE));
        ZKClientConfig full = new ZKClientConfig();
        ZKClientConfig plain = new EnsembleClients.PlainConfiguration();

        assertThat(names())
                .hasSizeGreaterThan(10)
                .allSatisfy(name -> assertThat(plain.getProperty(name)).as(name).isEqualTo(full.getProperty(name)));
    }

    @Test
    void whereSystemPropertiesAskForTlsItReadsThoseOfTlsToo() {
        System.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        System.setProperty("zookeeper.ssl.trustStore.location", "/etc/ca.pem");

        assertThat(new EnsembleClients.PlainConfiguration().getProperty("zookeeper.ssl.trustStore.location"))
                .isEqualTo("/etc/ca.pem");
    }
}
