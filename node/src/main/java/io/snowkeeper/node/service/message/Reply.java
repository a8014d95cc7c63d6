package io.snowkeeper.node.service.message;

/** The immediate result of a request: an answer or a pending answer. */
public sealed interface Reply permits Answer, PendingAnswer {}
