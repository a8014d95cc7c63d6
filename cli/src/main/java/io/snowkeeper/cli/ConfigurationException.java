package io.snowkeeper.cli;

/** The failure of an environment or a properties file that cannot be used; the message states the problem. */
final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConfigurationException(String message) {
        super(message);
    }
}
