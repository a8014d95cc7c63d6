package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class EnsembleAddressTest {

    @Test
    void withoutAChrootTheDefaultIsUsed() {
        assertThat(EnsembleAddress.parse("zk:2181")).isEqualTo(new EnsembleAddress("zk:2181", "snowkeeper"));
    }

    @Test
    void theChrootMayBeDeep() {
        assertThat(EnsembleAddress.parse("a:1,b:2/ids/test")).isEqualTo(new EnsembleAddress("a:1,b:2", "ids/test"));
    }

    @Test
    void aPortMayBeMissing() {
        assertThat(EnsembleAddress.parse("zk").servers()).isEqualTo("zk");
    }

    @Test
    void anIpv6AddressIsBracketed() {
        assertThat(EnsembleAddress.parse("[::1]:2181").servers()).isEqualTo("[::1]:2181");
    }

    @TestFactory
    List<DynamicTest> whatIsNoAddressIsRefused() {
        return List.of(
                        "a:1,",
                        ",a:1",
                        "a:",
                        "a:x",
                        "a:0",
                        "a:65536",
                        "a:123456",
                        "a b:1",
                        "a:1/",
                        "a:1//b",
                        "a:1/b/",
                        "a:1/../b",
                        "/chroot",
                        "::1:2181")
                .stream()
                .map(text -> DynamicTest.dynamicTest(text, () -> assertRefused(text)))
                .toList();
    }

    private static void assertRefused(String text) {
        assertThatThrownBy(() -> EnsembleAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ZooKeeper's address must be host:port[,host:port...][/chroot]: zookeeper=" + text);
    }
}
