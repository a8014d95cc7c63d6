package io.snowkeeper.cli.serve;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name of this machine. */
final class HostName {

    private static final String UNKNOWN = "localhost";

    private HostName() {}

    static String get() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A machine whose own name does not resolve: the name is only for people to read.
            return UNKNOWN;
        }
    }
}
