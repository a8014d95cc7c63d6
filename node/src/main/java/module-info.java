/** An id server: line protocol, Redis' protocol and HTTP, on the ids and sequences of a member. */
@org.jspecify.annotations.NullMarked
module io.snowkeeper.node {
    requires transitive io.snowkeeper.embedded;
    requires com.fasterxml.jackson.databind;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.haproxy;
    requires io.netty.codec.http;
    requires io.netty.codec.redis;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires java.management;
    requires java.naming;
    requires java.net.http;
    requires jdk.management;
    requires micrometer.core;
    requires micrometer.registry.prometheus;
    requires io.prometheus.metrics.instrumentation.jvm;
    requires io.prometheus.metrics.model;
    requires org.slf4j;
    requires static org.jspecify;

    exports io.snowkeeper.node;
    exports io.snowkeeper.node.http;
    exports io.snowkeeper.node.line;
    exports io.snowkeeper.node.redis;
    exports io.snowkeeper.node.security;
    exports io.snowkeeper.node.tls;
}
