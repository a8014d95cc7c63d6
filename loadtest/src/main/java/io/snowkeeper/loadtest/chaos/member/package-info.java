/** An application that makes ids for itself, as chaos has it among its nodes. Run in a process of its own, with the node's jar. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.chaos.member;
