/** Parts that the packages of this module share; not exported. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.internal;
