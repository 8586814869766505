! What it computes, by which method, with the paper's section.
! @if filled
! This example is the definition: the bodies' Jacobians and Newton's and Euler's equations, with no use of the tree.
!
!   J_i   column k is the velocity of body i, in its own coordinates, when coordinate k has unit velocity
!   I_i   spatial inertia of body i
! @if inverse_dynamics forward_dynamics
!   f_i   force that moves body i, less what is applied to it
! @end
!
!   H = sum over bodies of J_i^T I_i J_i                           [Featherstone, RBDA 2008, sec. 6.2]
! @if inverse_dynamics forward_dynamics
!   tau = sum over bodies of J_i^T f_i                             [sec. 5.3]
! @end
! @end
module new_plugin
  use kintree_plugin
  implicit none
  private

  type body
    integer :: parent, joint, q, v          ! q and v: where its coordinate stands, from 1
    real(c_double) :: R(3, 3)               ! rotation of the joint frame, to the parent's axes
    real(c_double) :: origin(3), axis(3)    ! the frame's origin in the parent's frame; unit vector
    real(c_double) :: mass, c(3)            ! centre of mass
    real(c_double) :: I(3, 3)               ! about the centre of mass, in the body's axes
    real(c_double) :: E(3, 3), p(3)         ! of one call: rotation to the parent's axes; origin in the parent's frame
    ! @if filled
    real(c_double) :: velocity(6), acceleration(6) ! angular, then linear; the acceleration less gravity's
    ! @end
  end type

  type solver
    integer :: N_bodies, n
    real(c_double) :: gravity(3)
    type(body), allocatable :: bodies(:)    ! 0..N
    ! @if filled
    real(c_double), allocatable :: J(:, :, :) ! 6, n, 0..N
    ! @if mass_matrix_inverse forward_dynamics
    real(c_double), allocatable :: H(:, :)
    ! @end
    ! @end
  end type

  character(len=*, kind=c_char), parameter :: name_text = "new_plugin" // c_null_char, &
                                              citation_text = "author, year, equation" // c_null_char, &
                                              cost_text = "what the paper says it costs" // c_null_char
  character(len=len(name_text), kind=c_char), target, save :: name = name_text
  character(len=len(citation_text), kind=c_char), target, save :: citation = citation_text
  character(len=len(cost_text), kind=c_char), target, save :: cost = cost_text
  character(len=20, kind=c_char), target, save :: names_of_problems(4) = [character(len=20, kind=c_char) :: &
    "mass_matrix" // c_null_char, "mass_matrix_inverse" // c_null_char, "inverse_dynamics" // c_null_char, &
    "forward_dynamics" // c_null_char]
  character(len=11, kind=c_char), target, save :: hard_families(3) = [character(len=11, kind=c_char) :: &
    "far_origin" // c_null_char, "fast" // c_null_char, "thin" // c_null_char]
  type(kintree_claim), target, save :: claims(7)
  type(kintree_less), target, save :: less(21)
  type(kintree_c_plugin), target, save :: plugin

contains

  function plugin_entry() bind(c, name="kintree_c_plugin_entry") result(at)
    type(c_ptr) :: at
    plugin%name = c_loc(name)
    plugin%citation = c_loc(citation)
    plugin%claim_count = 0
    plugin%claims = c_loc(claims)
    plugin%less_count = 0
    plugin%less = c_loc(less)
    plugin%joint_kinds = ior(ishft(1, KINTREE_FIXED), ior(ishft(1, KINTREE_REVOLUTE), ishft(1, KINTREE_PRISMATIC)))
    plugin%prepare = c_funloc(prepare)
    plugin%release = c_funloc(release)
    ! @if mass_matrix
    call claim(1)
    plugin%in_double%mass_matrix = c_funloc(mass_matrix)
    ! @end
    ! @if mass_matrix_inverse
    call claim(2)
    plugin%in_double%mass_matrix_inverse = c_funloc(mass_matrix_inverse)
    ! @end
    ! @if inverse_dynamics
    call claim(3)
    plugin%in_double%inverse_dynamics = c_funloc(inverse_dynamics)
    ! @end
    ! @if forward_dynamics
    call claim(4)
    plugin%in_double%forward_dynamics = c_funloc(forward_dynamics)
    ! @end
    at = c_loc(plugin)
  end function

  subroutine claim(problem) ! its place in the list
    integer, intent(in) :: problem
    character(len=*), parameter :: promises = "CDD"
    integer :: family
    plugin%claim_count = plugin%claim_count + 1
    claims(plugin%claim_count) = kintree_claim(c_loc(names_of_problems(problem)), "B", c_loc(cost))
    if (problem == 1) return
    do family = 1, 3 ! on trees that are hard for most algorithms less is promised
      plugin%less_count = plugin%less_count + 1
      less(plugin%less_count) = kintree_less(c_loc(names_of_problems(problem)), c_loc(hard_families(family)), &
                                             promises(family:family))
    end do
  end subroutine

  ! Everything that depends on the model alone, and all memory, here: a solve allocates nothing.
  function prepare(model) bind(c) result(prepared)
    type(kintree_model), intent(in) :: model
    type(c_ptr) :: prepared
    type(solver), pointer :: s
    type(kintree_body), pointer :: from(:)
    real(c_double) :: Q(3, 3)
    integer :: i
    allocate (s)
    s%N_bodies = model%body_count
    s%n = model%n
    s%gravity = model%gravity
    allocate (s%bodies(0:s%N_bodies))
    ! @if filled
    allocate (s%J(6, s%n, 0:s%N_bodies))
    s%J = 0
    ! @if mass_matrix_inverse forward_dynamics
    allocate (s%H(s%n, s%n))
    ! @end
    ! @end
    call c_f_pointer(model%bodies, from, [s%N_bodies + 1])
    do i = 1, s%N_bodies
      associate (b => s%bodies(i), f => from(i + 1))
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
    prepared = c_loc(s)
  end function

  subroutine release(prepared) bind(c)
    type(c_ptr), value :: prepared
    type(solver), pointer :: s
    call c_f_pointer(prepared, s)
    deallocate (s)
  end subroutine

  ! E and p of each body, at q.
  subroutine place(s, q)
    type(solver), intent(inout) :: s
    real(c_double), intent(in) :: q(*)
    real(c_double) :: turn(3, 3) ! of its own: a function within matmul() would be an array on the heap
    integer :: i
    do i = 1, s%N_bodies
      associate (b => s%bodies(i))
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
  ! @if filled

  ! The motion of body b as a part of its parent, which moves so.
  pure function carried(b, parent) result(m)
    type(body), intent(in) :: b
    real(c_double), intent(in) :: parent(6)
    real(c_double) :: m(6)
    m(1:3) = matmul(parent(1:3), b%E)
    m(4:6) = matmul(parent(4:6) + cross(parent(1:3), b%p), b%E)
  end function

  ! @if inverse_dynamics forward_dynamics
  ! S x, where x is the coordinate of body b in the list.
  pure function by_joint(b, list) result(m)
    type(body), intent(in) :: b
    real(c_double), intent(in) :: list(*)
    real(c_double) :: m(6)
    m = 0
    if (b%joint == KINTREE_REVOLUTE) m(1:3) = list(b%v)*b%axis
    if (b%joint == KINTREE_PRISMATIC) m(4:6) = list(b%v)*b%axis
  end function

  ! @end
  ! I m
  pure function momentum(b, m) result(f)
    type(body), intent(in) :: b
    real(c_double), intent(in) :: m(6)
    real(c_double) :: f(6)
    f(4:6) = b%mass*(m(4:6) + cross(m(1:3), b%c))
    f(1:3) = matmul(b%I, m(1:3)) + cross(b%c, f(4:6))
  end function

  ! J_i: what the parent's coordinates do to the body, and its own.
  subroutine jacobians(s, q)
    type(solver), intent(inout) :: s
    real(c_double), intent(in) :: q(*)
    integer :: i, k
    call place(s, q)
    do i = 1, s%N_bodies
      associate (b => s%bodies(i))
        do k = 1, s%n
          s%J(:, k, i) = carried(b, s%J(:, k, b%parent))
        end do
        if (b%joint == KINTREE_REVOLUTE) s%J(1:3, b%v, i) = s%J(1:3, b%v, i) + b%axis
        if (b%joint == KINTREE_PRISMATIC) s%J(4:6, b%v, i) = s%J(4:6, b%v, i) + b%axis
      end associate
    end do
  end subroutine
  ! @if mass_matrix mass_matrix_inverse forward_dynamics

  ! H = sum of J_i^T I_i J_i
  subroutine sum_inertias(s, H)
    type(solver), intent(in) :: s
    real(c_double), intent(out) :: H(s%n, s%n)
    real(c_double) :: f(6)
    integer :: i, a, b
    H = 0
    do i = 1, s%N_bodies
      do a = 1, s%n
        f = momentum(s%bodies(i), s%J(:, a, i))
        do b = 1, s%n
          H(b, a) = H(b, a) + dot_product(s%J(:, b, i), f)
        end do
      end do
    end do
  end subroutine
  ! @end
  ! @if inverse_dynamics forward_dynamics

  ! tau = sum of J_i^T f_i, f_i = I_i a_i + v_i x* I_i v_i - f_ext; q-ddot zero where it is left out
  subroutine newton_euler(s, v, f_ext, tau, qdd)
    type(solver), intent(inout) :: s
    real(c_double), intent(in) :: v(*), f_ext(6, 0:s%N_bodies)
    real(c_double), intent(out) :: tau(s%n)
    real(c_double), intent(in), optional :: qdd(*)
    real(c_double) :: own(6), f(6), turning(3)
    integer :: i, a
    tau = 0
    s%bodies(0)%velocity = 0
    s%bodies(0)%acceleration(1:3) = 0
    s%bodies(0)%acceleration(4:6) = -s%gravity
    do i = 1, s%N_bodies
      associate (b => s%bodies(i), up => s%bodies(s%bodies(i)%parent), w => s%bodies(i)%velocity)
        own = by_joint(b, v)
        b%velocity = carried(b, up%velocity) + own
        b%acceleration = carried(b, up%acceleration)
        if (present(qdd)) b%acceleration = b%acceleration + by_joint(b, qdd)
        b%acceleration(1:3) = b%acceleration(1:3) + cross(w(1:3), own(1:3))
        b%acceleration(4:6) = b%acceleration(4:6) + cross(w(1:3), own(4:6)) + cross(w(4:6), own(1:3))
        f = momentum(b, b%acceleration) - f_ext(:, i)
        ! v x* I v = (w x I_c w + c x m w x u, m w x u), u that of the centre: v x m v, which is zero, is left out.
        turning = b%mass*cross(w(1:3), w(4:6) + cross(w(1:3), b%c))
        f(4:6) = f(4:6) + turning
        f(1:3) = f(1:3) + cross(w(1:3), matmul(b%I, w(1:3))) + cross(b%c, turning)
      end associate
      do a = 1, s%n
        tau(a) = tau(a) + dot_product(s%J(:, a, i), f)
      end do
    end do
  end subroutine
  ! @end
  ! @if mass_matrix_inverse forward_dynamics

  ! H = L D L^T, in its place; says which pivot is not positive.
  function factorized(n, H) result(status)
    integer, intent(in) :: n
    real(c_double), intent(inout) :: H(n, n)
    type(kintree_status) :: status
    integer :: i, j, k
    do j = 1, n
      do k = 1, j - 1
        H(j, j) = H(j, j) - H(j, k)*H(j, k)*H(k, k)
      end do
      if (.not. H(j, j) > 0 .and. status%code == KINTREE_OK) status = kintree_status(KINTREE_BREAKDOWN, j)
      do i = j + 1, n
        do k = 1, j - 1
          H(i, j) = H(i, j) - H(i, k)*H(j, k)*H(k, k)
        end do
        H(i, j) = H(i, j)/H(j, j)
      end do
    end do
  end function

  ! x = H^-1 x, with the factors of H
  subroutine solve(n, H, x)
    integer, intent(in) :: n
    real(c_double), intent(in) :: H(n, n)
    real(c_double), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) - dot_product(H(i, 1:i - 1), x(1:i - 1))
    end do
    do i = 1, n
      x(i) = x(i)/H(i, i)
    end do
    do i = n, 1, -1
      x(i) = x(i) - dot_product(H(i + 1:n, i), x(i + 1:n))
    end do
  end subroutine
  ! @end
  ! @end
  ! @if mass_matrix

  function mass_matrix(prepared, q, H) bind(c) result(status)
    type(c_ptr), value :: prepared
    real(c_double), intent(in) :: q(*)
    real(c_double), intent(out) :: H(*)
    type(kintree_status) :: status
    type(solver), pointer :: s
    call c_f_pointer(prepared, s)
    ! @if empty
    call place(s, q)
    H(1:s%n**2) = 0
    ! @end
    ! @if filled
    call jacobians(s, q)
    call sum_inertias(s, H)
    ! @end
    status = kintree_status()
  end function
  ! @end
  ! @if mass_matrix_inverse

  function mass_matrix_inverse(prepared, q, H_inverse) bind(c) result(status)
    type(c_ptr), value :: prepared
    real(c_double), intent(in) :: q(*)
    real(c_double), intent(out) :: H_inverse(*)
    type(kintree_status) :: status
    type(solver), pointer :: s
    ! @if filled
    integer :: n, a, b
    ! @end
    call c_f_pointer(prepared, s)
    ! @if empty
    call place(s, q)
    H_inverse(1:s%n**2) = 0
    status = kintree_status()
    ! @end
    ! @if filled
    n = s%n
    call jacobians(s, q)
    call sum_inertias(s, s%H)
    status = factorized(n, s%H)
    H_inverse(1:n*n) = 0
    do b = 1, n
      H_inverse(b + n*(b - 1)) = 1
      call solve(n, s%H, H_inverse(1 + n*(b - 1)))
    end do
    do b = 1, n ! symmetric to the last bit
      do a = 1, b - 1
        H_inverse(b + n*(a - 1)) = H_inverse(a + n*(b - 1))
      end do
    end do
    ! @end
  end function
  ! @end
  ! @if inverse_dynamics

  function inverse_dynamics(prepared, q, v, qdd, f_ext, tau) bind(c) result(status)
    type(c_ptr), value :: prepared
    real(c_double), intent(in) :: q(*), v(*), qdd(*), f_ext(6, 0:*) ! f_ext: angular, then linear, by body
    real(c_double), intent(out) :: tau(*)
    type(kintree_status) :: status
    type(solver), pointer :: s
    call c_f_pointer(prepared, s)
    ! @if empty
    call place(s, q)
    tau(1:s%n) = 0
    ! @end
    ! @if filled
    call jacobians(s, q)
    call newton_euler(s, v, f_ext, tau, qdd)
    ! @end
    status = kintree_status()
  end function
  ! @end
  ! @if forward_dynamics

  function forward_dynamics(prepared, q, v, tau, f_ext, qdd) bind(c) result(status)
    type(c_ptr), value :: prepared
    real(c_double), intent(in) :: q(*), v(*), tau(*), f_ext(6, 0:*) ! f_ext: angular, then linear, by body
    real(c_double), intent(out) :: qdd(*)
    type(kintree_status) :: status
    type(solver), pointer :: s
    call c_f_pointer(prepared, s)
    ! @if empty
    call place(s, q)
    qdd(1:s%n) = 0
    status = kintree_status()
    ! @end
    ! @if filled
    call jacobians(s, q)
    call sum_inertias(s, s%H)
    status = factorized(s%n, s%H)
    call newton_euler(s, v, f_ext, qdd) ! C
    qdd(1:s%n) = tau(1:s%n) - qdd(1:s%n)
    call solve(s%n, s%H, qdd) ! H q-ddot = tau - C
    ! @end
  end function
  ! @end
end module
