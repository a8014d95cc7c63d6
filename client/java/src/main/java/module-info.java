/**
 * Ids and sequence numbers from a fleet of Snowkeeper nodes. Needs core and Netty, and for its meters
 * Micrometer.
 */
@org.jspecify.annotations.NullMarked
module io.snowkeeper.client {
    requires transitive io.snowkeeper.core;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires static micrometer.core;
    requires static org.jspecify;

    exports io.snowkeeper.client;
}
