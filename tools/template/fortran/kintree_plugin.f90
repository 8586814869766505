! The interface of kintree_plugin.h for Fortran; that header says what each part means. Matrices lie row by row: a symmetric one is
! the same in Fortran, others are transposed. Below it, bodies with revolute, prismatic and fixed joints (reference/notation.md).
module kintree_plugin
  use, intrinsic :: iso_c_binding
  implicit none

  integer(c_int), parameter :: KINTREE_C_PLUGIN_VERSION = 7
  enum, bind(c)
    enumerator :: KINTREE_FIXED, KINTREE_REVOLUTE, KINTREE_PRISMATIC, KINTREE_HELICAL, KINTREE_CYLINDRICAL, KINTREE_UNIVERSAL, &
                  KINTREE_PLANAR, KINTREE_SPHERICAL, KINTREE_FREE
  end enum
  enum, bind(c)
    enumerator :: KINTREE_OK, KINTREE_UNSUPPORTED, KINTREE_BREAKDOWN, KINTREE_DEPENDENT_ROWS
  end enum

  type, bind(c) :: kintree_placement
    real(c_double) :: xyz(3), rpy(3)
  end type

  type, bind(c) :: kintree_body
    integer(c_int) :: parent, joint, first_position, first_velocity
    type(kintree_placement) :: placement
    real(c_double) :: axis(3), second_axis(3), pitch
    type(kintree_placement) :: inertia_frame
    real(c_double) :: mass, inertia(6)
  end type

  type, bind(c) :: kintree_end_effector
    integer(c_int) :: body
    type(kintree_placement) :: pose
  end type

  ! Forbidden rows of the twist of a frame relative to a body, angular first; or the velocity of a joint, less a multiple of another.
  type, bind(c) :: kintree_constraint
    integer(c_int) :: body
    type(kintree_placement) :: pose
    integer(c_int) :: relative_to, rows(6), couples_joints
    real(c_double) :: multiplier
  end type

  type, bind(c) :: kintree_model
    integer(c_int) :: body_count
    type(c_ptr) :: bodies ! kintree_body, body_count + 1 of them
    integer(c_int) :: nq, n
    real(c_double) :: gravity(3)
    integer(c_int) :: end_effector_count
    type(c_ptr) :: end_effectors ! kintree_end_effector
    integer(c_int) :: constraint_row_count, constraint_count
    type(c_ptr) :: constraints ! kintree_constraint
    type(c_ptr) :: armature    ! n numbers, added to the diagonal of H
  end type

  type, bind(c) :: kintree_status
    integer(c_int) :: code = KINTREE_OK, coordinate = 0
    type(c_ptr) :: reason = c_null_ptr
  end type

  type, bind(c) :: kintree_solver ! in double or in float
    type(c_funptr) :: mass_matrix = c_null_funptr, factorization = c_null_funptr, mass_matrix_inverse = c_null_funptr, &
                      inverse_dynamics = c_null_funptr, forward_dynamics = c_null_funptr, inverse_osim = c_null_funptr, &
                      dynamically_consistent_inverse = c_null_funptr
  end type

  type, bind(c) :: kintree_call
    type(c_ptr) :: problem
    integer(c_int) :: in_float
    type(c_ptr) :: inputs, outputs ! arrays of c_ptr
  end type

  type, bind(c) :: kintree_claim
    type(c_ptr) :: problem
    character(kind=c_char) :: promise
    type(c_ptr) :: cost = c_null_ptr
  end type

  type, bind(c) :: kintree_less
    type(c_ptr) :: problem, family
    character(kind=c_char) :: promise
  end type

  type, bind(c) :: kintree_c_plugin
    integer(c_int) :: version = KINTREE_C_PLUGIN_VERSION
    type(c_ptr) :: name, citation
    integer(c_int) :: claim_count
    type(c_ptr) :: claims
    integer(c_int) :: serial_chains_only = 0, joint_kinds = 0, needs_inertia_everywhere = 0, factors_are_LDLt = 0, &
                      factors_the_model = 0, has_no_pivots = 0, may_allocate = 0
    type(c_funptr) :: prepare, release
    type(kintree_solver) :: in_double, in_float
    type(c_funptr) :: library_seconds = c_null_funptr
    integer(c_int) :: less_count = 0
    type(c_ptr) :: less = c_null_ptr
    type(c_funptr) :: solve = c_null_funptr
    integer(c_int) :: solve_takes_float = 0, takes_armature = 0, approximates = 0
  end type

  type body
    integer :: parent, joint, q, v       ! q and v: where its coordinate stands, from 1
    real(c_double) :: R(3, 3)            ! rotation of the joint frame, to the parent's axes
    real(c_double) :: origin(3), axis(3) ! the frame's origin in the parent's frame; unit vector
    real(c_double) :: mass, c(3)         ! centre of mass
    real(c_double) :: I(3, 3)            ! about the centre of mass, in the body's axes
    real(c_double) :: E(3, 3), p(3)      ! of one call: rotation to the parent's axes; origin in the parent's frame
  end type

contains

  ! The text for C. It lives as long as the program.
  function c_text(text) result(at)
    character(len=*), intent(in) :: text
    type(c_ptr) :: at
    character(kind=c_char), pointer :: copy(:)
    integer :: k
    allocate (copy(len(text) + 1))
    do k = 1, len(text)
      copy(k) = text(k:k)
    end do
    copy(len(text) + 1) = c_null_char
    at = c_loc(copy)
  end function

  ! True if the text of C is this one.
  function is_text(at, text)
    type(c_ptr), intent(in) :: at
    character(len=*), intent(in) :: text
    logical :: is_text
    character(kind=c_char), pointer :: c(:)
    integer :: k
    call c_f_pointer(at, c, [len(text) + 1])
    is_text = .false.
    do k = 1, len(text)
      if (c(k) /= text(k:k)) return
    end do
    is_text = c(len(text) + 1) == c_null_char
  end function

  ! The input or output with this number, from 0.
  function entry_of(list, number) result(at)
    type(c_ptr), intent(in) :: list
    integer, intent(in) :: number
    type(c_ptr) :: at
    type(c_ptr), pointer :: all(:)
    call c_f_pointer(list, all, [number + 1])
    at = all(number + 1)
  end function

  ! Its bodies 0..N.
  subroutine copy_bodies(model, bodies)
    type(kintree_model), intent(in) :: model
    type(body), allocatable, intent(out) :: bodies(:)
    type(kintree_body), pointer :: from(:)
    real(c_double) :: Q(3, 3)
    integer :: k
    allocate (bodies(0:model%body_count))
    call c_f_pointer(model%bodies, from, [model%body_count + 1])
    do k = 1, model%body_count
      associate (b => bodies(k), f => from(k + 1))
        b%parent = f%parent
        b%joint = f%joint
        b%q = f%first_position
        b%v = f%first_velocity
        b%R = rotation_of_rpy(f%placement%rpy)
        b%origin = f%placement%xyz
        b%axis = f%axis/sqrt(dot_product(f%axis, f%axis))
        b%mass = f%mass
        b%c = f%inertia_frame%xyz
        Q = rotation_of_rpy(f%inertia_frame%rpy)
        b%I = reshape([f%inertia(1), f%inertia(2), f%inertia(3), f%inertia(2), f%inertia(4), f%inertia(5), &
                       f%inertia(3), f%inertia(5), f%inertia(6)], [3, 3])
        b%I = matmul(matmul(Q, b%I), transpose(Q))
      end associate
    end do
  end subroutine

  ! E and p of each body, at q.
  subroutine place(bodies, q)
    type(body), intent(inout) :: bodies(0:)
    real(c_double), intent(in) :: q(:)
    real(c_double) :: turn(3, 3) ! of its own: a function within matmul() would be an array on the heap
    integer :: k
    do k = 1, ubound(bodies, 1)
      associate (b => bodies(k))
        b%E = b%R
        b%p = b%origin
        if (b%joint == KINTREE_REVOLUTE) then
          turn = rotation(b%axis, q(b%q))
          b%E = matmul(b%R, turn)
        else if (b%joint == KINTREE_PRISMATIC) then
          b%p = b%origin + q(b%q)*matmul(b%R, b%axis)
        end if
      end associate
    end do
  end subroutine

  ! Rz(yaw) Ry(pitch) Rx(roll)
  pure function rotation_of_rpy(rpy) result(R)
    real(c_double), intent(in) :: rpy(3)
    real(c_double) :: R(3, 3), s(3), c(3)
    s = sin(rpy)
    c = cos(rpy)
    R(1, :) = [c(3)*c(2), c(3)*s(2)*s(1) - s(3)*c(1), c(3)*s(2)*c(1) + s(3)*s(1)]
    R(2, :) = [s(3)*c(2), s(3)*s(2)*s(1) + c(3)*c(1), s(3)*s(2)*c(1) - c(3)*s(1)]
    R(3, :) = [-s(2), c(2)*s(1), c(2)*c(1)]
  end function

  ! About the unit vector a.
  pure function rotation(a, angle) result(R)
    real(c_double), intent(in) :: a(3), angle
    real(c_double) :: R(3, 3)
    integer :: k
    R(1, :) = [0.0_c_double, -a(3), a(2)]*sin(angle) + (1 - cos(angle))*a(1)*a
    R(2, :) = [a(3), 0.0_c_double, -a(1)]*sin(angle) + (1 - cos(angle))*a(2)*a
    R(3, :) = [-a(2), a(1), 0.0_c_double]*sin(angle) + (1 - cos(angle))*a(3)*a
    do k = 1, 3
      R(k, k) = R(k, k) + cos(angle)
    end do
  end function

  pure function cross(a, b) result(c)
    real(c_double), intent(in) :: a(3), b(3)
    real(c_double) :: c(3)
    c = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
  end function
end module
