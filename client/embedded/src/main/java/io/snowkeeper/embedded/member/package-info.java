/** The parts that a node or an embedded member has in its fleet, one for each worker id. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.embedded.member;
