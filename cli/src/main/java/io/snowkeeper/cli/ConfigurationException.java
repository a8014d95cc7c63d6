package io.snowkeeper.cli;

/** The environment or the properties file cannot be used; the message says what is wrong with it. */
final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConfigurationException(String message) {
        super(message);
    }
}
