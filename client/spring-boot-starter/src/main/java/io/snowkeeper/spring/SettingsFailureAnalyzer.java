package io.snowkeeper.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** The text that Spring Boot prints instead of a stack trace where settings cannot be used. */
final class SettingsFailureAnalyzer extends AbstractFailureAnalyzer<SnowkeeperSettingsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SnowkeeperSettingsException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
