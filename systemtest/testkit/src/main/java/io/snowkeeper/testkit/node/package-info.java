/** The packaged program in processes of its own: one node, or a fleet. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.node;
