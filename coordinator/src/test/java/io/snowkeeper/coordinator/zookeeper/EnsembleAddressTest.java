package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Connect strings as they are written for ZooKeeper, Kafka, Solr, HBase, Mesos and in the environment of containers. */
class EnsembleAddressTest {

    private static final String FORM =
            "ZooKeeper's address must be host:port[,host:port...][/chroot]: zookeeper=%s; %s";

    private static final String HOST = "must be host:port, IPv6 addresses in brackets: server=";
    private static final String CHROOT =
            "a chroot is names of letters, digits and ._~+=-, with one slash before each and none at the end: chroot=";
    private static final String ONCE = "the chroot stands once, behind the last server";
    private static final String COMMAS = "servers are separated by commas";
    private static final String NONE = "it names no server";
    private static final String MISSING = "a server is missing beside a comma";

    private record Read(String text, String servers, String root) {}

    private record Refused(String text, String reason) {}

    @TestFactory
    Stream<DynamicTest> isRead() {
        return Stream.of(
                        new Read("zk:2181", "zk:2181", "snowkeeper"),
                        new Read("zk", "zk:2181", "snowkeeper"),
                        new Read("zk1,zk2:2182/ids", "zk1:2181,zk2:2182", "ids"),
                        new Read("a:1,b:2/ids/test", "a:1,b:2", "ids/test"),
                        new Read("a:1, b:2 ,\tc:3/ids", "a:1,b:2,c:3", "ids"),
                        new Read(" zk:2181/ids\n", "zk:2181", "ids"),
                        new Read("zk:2181\r\n", "zk:2181", "snowkeeper"),
                        new Read("zk:2181,zk:2181/ids", "zk:2181,zk:2181", "ids"),
                        new Read(
                                "zk-0.zk.ids.svc.cluster.local.:2181",
                                "zk-0.zk.ids.svc.cluster.local.:2181",
                                "snowkeeper"),
                        new Read("zoo_1:2181/Prod-2.ids_v1", "zoo_1:2181", "Prod-2.ids_v1"),
                        new Read("zk:2181/Büro", "zk:2181", "Büro"),
                        new Read("10.0.0.1:2181,[::1]:2182", "10.0.0.1:2181,[::1]:2182", "snowkeeper"),
                        new Read("[fd00:10:244::17]/ids", "[fd00:10:244::17]:2181", "ids"),
                        new Read("[fe80::1%eth0]:2181", "[fe80::1%eth0]:2181", "snowkeeper"),
                        new Read("[::ffff:10.0.0.1]:2181", "[::ffff:10.0.0.1]:2181", "snowkeeper"),
                        new Read("zk:2181/zookeepers", "zk:2181", "zookeepers"))
                .map(row -> DynamicTest.dynamicTest(row.text(), () -> {
                    EnsembleAddress address = EnsembleAddress.parse(row.text());
                    assertThat(address.servers()).isEqualTo(row.servers());
                    assertThat(address.root()).isEqualTo(row.root());
                }));
    }

    @TestFactory
    Stream<DynamicTest> isRefused() {
        return Stream.of(
                        new Refused("zk1:2181/ids,zk2:2181/ids", ONCE + ": zk1:2181,zk2:2181/ids"),
                        new Refused("zk1/ids,zk2/ids,zk3/ids", ONCE + ": zk1,zk2,zk3/ids"),
                        new Refused("zk1:2181/ids,zk2:2181", ONCE + ": zk1:2181,zk2:2181/ids"),
                        new Refused("zk1:2181/ids,zk2:2181/prod", ONCE),
                        new Refused("[::1]:2181/ids,[::1]:2182/ids", ONCE + ": [::1]:2181,[::1]:2182/ids"),
                        new Refused("zk1:2181,zk2:2181,/ids", MISSING),
                        new Refused("zk:2181,", MISSING),
                        new Refused(",zk:2181", MISSING),
                        new Refused("zk1:2181,,zk2:2181", MISSING),
                        new Refused("", NONE),
                        new Refused("/ids", NONE),
                        new Refused("zk1:2181;zk2:2181", COMMAS),
                        new Refused("zk1:2181/ids;zk2:2181/ids", COMMAS),
                        new Refused("zk1:2181 zk2:2181", COMMAS),
                        new Refused("zk1:2181/ids zk2:2181/ids", COMMAS),
                        new Refused("zk:2181/our ids", COMMAS),
                        new Refused("zk1:2888:3888;2181", COMMAS),
                        new Refused("zk1:2888:3888", HOST + "zk1:2888:3888"),
                        new Refused("server.1=zk1:2888", HOST + "server.1=zk1:2888"),
                        new Refused("zk://zk:2181/ids", "no scheme stands before it"),
                        new Refused("tcp://10.0.0.1:2181", "no scheme stands before it"),
                        new Refused("::1:2181", HOST + "::1:2181"),
                        new Refused("fd00:10:244::17", HOST + "fd00:10:244::17"),
                        new Refused("[:::1]:2181", HOST + "[:::1]:2181"),
                        new Refused("[10.0.0.1]:2181", HOST + "[10.0.0.1]:2181"),
                        new Refused("[zk]:2181", HOST + "[zk]:2181"),
                        new Refused("[::1:2181", HOST + "[::1:2181"),
                        new Refused("zk:", HOST + "zk:"),
                        new Refused("zk:x", HOST + "zk:x"),
                        new Refused("zk:0", HOST + "zk:0"),
                        new Refused("zk:65536", "must be >= 0 && <= 65535: port=65536"),
                        new Refused("zk:123456", HOST + "zk:123456"),
                        new Refused("zk:2181ids", HOST + "zk:2181ids"),
                        new Refused("\"zk:2181\"", HOST + "\"zk:2181\""),
                        new Refused("${ZOOKEEPER}:2181", HOST + "${ZOOKEEPER}:2181"),
                        new Refused("zk1:2181,\u00a0zk2:2181", HOST + "\u00a0zk2:2181"),
                        new Refused("zk:2181/${ENVIRONMENT}", CHROOT + "/${ENVIRONMENT}"),
                        new Refused("zk/ids:2181", CHROOT + "/ids:2181"),
                        new Refused("zk:2181\\ids", HOST + "zk:2181\\ids"),
                        new Refused("zk:2181/", CHROOT + "/"),
                        new Refused("zk:2181/ids/", CHROOT + "/ids/"),
                        new Refused("zk:2181//ids", CHROOT + "//ids"),
                        new Refused("zk:2181/ids/../prod", CHROOT + "/ids/../prod"),
                        new Refused("zk:2181/zookeeper", "/zookeeper is ZooKeeper's own"),
                        new Refused("zk:2181/zookeeper/ids", "/zookeeper is ZooKeeper's own"))
                .map(row -> DynamicTest.dynamicTest(
                        "\"" + row.text() + "\"",
                        () -> assertThatIllegalArgumentException()
                                .isThrownBy(() -> EnsembleAddress.parse(row.text()))
                                .withMessage(FORM, row.text(), row.reason())));
    }

    @Test
    void aLoginIsNotRepeated() {
        for (String text : List.of("ids:secret@zk:2181", "zk://ids:secret@zk:2181/ids")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EnsembleAddress.parse(text))
                    .withMessage(
                            "ZooKeeper's address must be host:port[,host:port...][/chroot], without a login, which is read from a file");
        }
    }
}
