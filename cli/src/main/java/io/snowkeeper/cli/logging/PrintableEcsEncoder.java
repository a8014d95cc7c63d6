package io.snowkeeper.cli.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import co.elastic.logging.logback.EcsEncoder;

/** Entries in JSON with the names of the Elastic Common Schema, a line each. */
public final class PrintableEcsEncoder extends EcsEncoder {

    /** The system property that names the node, if there is one. */
    public static final String NODE_PROPERTY = "snowkeeper.node-name";

    private static final String SERVICE = "snowkeeper";

    /** Sets the fields that need no configuration: the service, its version, and the node's name. */
    public PrintableEcsEncoder() {
        setServiceName(SERVICE);
        // A null is not written: the version of a program that does not run from its jar, the name of one that is no
        // server.
        setServiceVersion(PrintableEcsEncoder.class.getPackage().getImplementationVersion());
        setServiceNodeName(System.getProperty(NODE_PROPERTY));
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return PrintableJson.line(super.encode(event));
    }
}
