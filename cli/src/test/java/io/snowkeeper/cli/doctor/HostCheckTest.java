package io.snowkeeper.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.OpenFileNeed;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class HostCheckTest {

    private static final long MIB = 1 << 20;

    private static Finding look(int number, long heap, long direct, long memory, OptionalLong files) {
        Host host = new Host("21.0.5", "ids", 2, heap * MIB, direct * MIB, memory * MIB, files);
        return new HostCheck(host, new OpenFileNeed(2, 10_000, 0)).look().get(number);
    }

    private static Finding memory(long heap, long direct, long memory) {
        return look(1, heap, direct, memory, OptionalLong.empty());
    }

    private static Finding files(OptionalLong limit) {
        return look(2, 100, 100, 1024, limit);
    }

    @Test
    void javaAndUserAreNamed() {
        assertThat(look(0, 100, 100, 1024, OptionalLong.empty()))
                .isEqualTo(Finding.ok("java", "Java 21.0.5, as user ids, 2 processors"));
    }

    @Test
    void memoryThatIsThereIsFine() {
        assertThat(memory(512, 512, 1024))
                .isEqualTo(Finding.ok(
                        "memory",
                        "the heap may grow to 512 MiB and direct memory to 512 MiB, of 1024 MiB that there are"));
    }

    @Test
    void moreMemoryThanThereIsIsWarnedOf() {
        assertThat(memory(768, 768, 1024)).satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.WARNING);
            assertThat(finding.text())
                    .startsWith(
                            "the heap may grow to 768 MiB and direct memory to 768 MiB, of 1024 MiB that there are: the system may end the process; set both lower");
        });
    }

    @Test
    void lessMemoryThanANodeIsMadeForIsWarnedOf() {
        assertThat(memory(100, 100, 511)).satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.WARNING);
            assertThat(finding.text()).endsWith("; a node is made for 512 MiB and more");
        });
    }

    @Test
    void filesForAllConnectionsAreFine() {
        assertThat(files(OptionalLong.of(20_200)))
                .isEqualTo(Finding.ok(
                        "open files", "the process may open 20200, enough for 10000 connections on each of 2 ports"));
        assertThat(files(OptionalLong.empty()).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void fewerFilesThanThatAreWarnedOfAsByTheNode() {
        assertThat(files(OptionalLong.of(20_199))).satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.WARNING);
            assertThat(finding.text())
                    .startsWith("the process may open 20199 files, and its configuration needs 20200: ")
                    .contains("; raise the limit (ulimit -n, LimitNOFILE= of systemd) or lower --max-connections");
        });
    }

    @Test
    void thisProcessHasAHost() {
        Host host = Host.ofThisProcess();

        assertThat(host.heapBytes()).isPositive();
        assertThat(host.directBytes()).isPositive();
        assertThat(host.memoryBytes()).isPositive();
    }
}
