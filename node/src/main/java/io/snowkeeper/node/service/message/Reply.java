package io.snowkeeper.node.service.message;

/** What comes of a request at once: its answer, or the promise of one. */
public sealed interface Reply permits Answer, PendingAnswer {}
