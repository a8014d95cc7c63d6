package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenFilesTest {

    @Test
    void whatTheNodeNeedsItselfIsNotLeftForClients() {
        assertThat(OpenFiles.left(20_000, 0)).isEqualTo(19_800);
        assertThat(OpenFiles.left(20_000, 1_000)).isEqualTo(18_800);
        assertThat(OpenFiles.left(400, 1_000)).isEqualTo(100);
        assertThat(OpenFiles.left(100, 0)).isEqualTo(25);
        assertThat(OpenFiles.left(Long.MAX_VALUE, 1_000)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void aLimitThatHoldsWhatIsConfiguredIsNoReasonToWarn() {
        assertThat(OpenFiles.warning(20_200, 2, 10_000, 0)).isEmpty();
        assertThat(OpenFiles.warning(21_200, 2, 10_000, 1_000)).isEmpty();
    }

    @Test
    void aLowerLimitIsNamedWithWhatIsNeededAndWhatToDo() {
        assertThat(OpenFiles.warning(20_199, 2, 10_000, 0))
                .hasValue("the process may open 20199 files, and its configuration needs 20200: 10000 connections on"
                        + " each of 2 ports, 0 of an embedded ZooKeeper, 200 of its own; raise the limit (ulimit -n,"
                        + " LimitNOFILE= of systemd) or lower --max-connections");
    }
}
