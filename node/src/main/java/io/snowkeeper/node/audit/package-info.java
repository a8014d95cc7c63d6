/** The audit trail: the changes of sequences, and the clients that made them. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.audit;
