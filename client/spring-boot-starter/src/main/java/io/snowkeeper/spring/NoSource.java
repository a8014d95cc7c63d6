package io.snowkeeper.spring;

import io.snowkeeper.spring.SnowkeeperProperties.Source;

/** The advice where the settings name no source of ids that can be had. */
final class NoSource {

    private static final String CHOOSE = "Set snowkeeper.servers=host:port,... to ask a fleet's nodes, or "
            + "snowkeeper.zookeeper=host:port,.../fleet to join the fleet with this process, or define a bean of type "
            + "io.snowkeeper.core.api.Ids; one of them alone.";

    private NoSource() {}

    /**
     * Checks that the settings still name the source that the application was processed for, ahead of time.
     *
     * @throws SnowkeeperSettingsException if they name another one, none or both
     */
    static void requireSame(Source processed, Source source) {
        if (source == Source.NEITHER || source == Source.BOTH) {
            throw of(source);
        }
        if (source != processed) {
            throw new SnowkeeperSettingsException(
                    "The application was processed ahead of time for %s, and %s is set."
                            .formatted(processed.setting(), source.setting()),
                    "Set %s, to any value, where the application is processed.".formatted(source.setting()));
        }
    }

    static SnowkeeperSettingsException of(Source source) {
        return switch (source) {
            case NEITHER ->
                new SnowkeeperSettingsException(
                        "Snowkeeper does not know where ids come from: neither snowkeeper.servers nor snowkeeper.zookeeper is set.",
                        CHOOSE);
            case BOTH ->
                new SnowkeeperSettingsException(
                        "Snowkeeper does not know where ids come from: snowkeeper.servers and snowkeeper.zookeeper are both set.",
                        CHOOSE);
            case ZOOKEEPER ->
                new SnowkeeperSettingsException(
                        "snowkeeper.zookeeper is set, and the classes of an embedded member are missing.",
                        "Add the dependency io.snowkeeper:snowkeeper-embedded, or set snowkeeper.servers instead.");
            case SERVERS -> throw new IllegalStateException("there are servers, and no client");
        };
    }
}
