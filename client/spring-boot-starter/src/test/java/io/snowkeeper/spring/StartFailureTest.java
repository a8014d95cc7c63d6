package io.snowkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

class StartFailureTest {

    @Test
    void springBootIsToldWhatToDo() {
        List<FailureAnalyzer> ours = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.handleMessage((text, failure) -> {}))
                .stream()
                .filter(SettingsFailureAnalyzer.class::isInstance)
                .toList();
        assertThat(ours).hasSize(1);

        FailureAnalysis analysis = ours.get(0)
                .analyze(new IllegalStateException(
                        "as Spring wraps it", NoSource.of(SnowkeeperProperties.Source.NEITHER)));
        assertThat(analysis.getDescription())
                .isEqualTo(
                        "Snowkeeper does not know where ids come from: neither snowkeeper.servers nor snowkeeper.zookeeper is set.");
        assertThat(analysis.getAction())
                .isEqualTo(
                        "Set snowkeeper.servers=host:port,... to ask a fleet's nodes, or snowkeeper.zookeeper=host:port,.../fleet to join the fleet with this process, or define a bean of type io.snowkeeper.core.api.Ids; one of them alone.");
    }
}
