/** The audit trail: who did what to which sequence. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.audit;
