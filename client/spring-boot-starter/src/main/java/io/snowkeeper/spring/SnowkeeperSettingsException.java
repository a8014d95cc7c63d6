package io.snowkeeper.spring;

/** The refusal of settings from which no source of ids can be made. The message states the problem and its remedy. */
public final class SnowkeeperSettingsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    SnowkeeperSettingsException(String problem, String action) {
        super(problem);
        this.action = action;
    }

    SnowkeeperSettingsException(String problem, String action, Throwable cause) {
        super(problem, cause);
        this.action = action;
    }

    /** Returns the remedy, for people. */
    public String action() {
        return action;
    }
}
